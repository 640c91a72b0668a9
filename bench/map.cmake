# SPDX-License-Identifier: Apache-2.0
if(TARGET ui_widgets)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets Svg)
  add_executable(map_bench map_bench.cpp "${CMAKE_SOURCE_DIR}/tests/ui/map_fixture.cpp")
  target_include_directories(map_bench PRIVATE "${CMAKE_SOURCE_DIR}/tests/ui")
  target_link_libraries(map_bench PRIVATE project_options ui_widgets benchmark::benchmark)
endif()
