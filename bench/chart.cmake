# SPDX-License-Identifier: Apache-2.0
if(TARGET ui_widgets)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets)
  add_executable(chart_bench chart_bench.cpp)
  target_link_libraries(chart_bench PRIVATE project_options ui_widgets benchmark::benchmark)
endif()
