# SPDX-License-Identifier: Apache-2.0
# Programs of their own, because they measure a whole process: see bench/live.py and bench/README.md.
if(NOT TARGET test_support)
  add_subdirectory("${CMAKE_SOURCE_DIR}/tests/support" "${CMAKE_BINARY_DIR}/tests/support")
endif()
add_executable(live_bench live_bench.cpp)
target_link_libraries(live_bench PRIVATE project_options core_service)
add_executable(storm_bench storm_bench.cpp)
target_link_libraries(storm_bench PRIVATE project_options core_service test_support)
