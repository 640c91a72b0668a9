# SPDX-License-Identifier: Apache-2.0
cardinal_bench(queues LIBS core_queues core_provider core_sim)
if(TARGET ui_pages)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets)
  add_executable(queues_page_bench queues_page_bench.cpp)
  target_link_libraries(queues_page_bench PRIVATE project_options ui_pages)
endif()
