# SPDX-License-Identifier: Apache-2.0
if(TARGET ui_pages)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets)
  add_executable(frames_bench frames_bench.cpp "${CMAKE_SOURCE_DIR}/tests/support/churn_source.cpp")
  target_link_libraries(frames_bench PRIVATE project_options ui_pages)
  add_executable(table_bench table_bench.cpp)
  target_link_libraries(table_bench PRIVATE project_options ui_models benchmark::benchmark)
endif()
