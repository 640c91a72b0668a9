# SPDX-License-Identifier: Apache-2.0
# cardinal_library(<name> <source>...)
# Static in what is released. Shared where BUILD_SHARED_LIBS is ON (the presets that test): some hundred test programs then link in
# seconds, and need a tenth of the disk. Compiled alike either way, so that the compiler cache serves both.
set(CMAKE_SHARED_LINKER_FLAGS "${CMAKE_SHARED_LINKER_FLAGS} -Wl,-z,defs")
function(cardinal_library name)
  add_library(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES DEFINE_SYMBOL "")
endfunction()

# cardinal_core_library(<folder> [SOURCES ...] [DEPENDS core_base ...] [PRIVATE_LIBS ...])
# One library per core folder, so that a wrong direction between folders does not link.
function(cardinal_core_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_LIBS" ${ARGN})
  cardinal_library(core_${folder} ${ARG_SOURCES})
  target_link_libraries(core_${folder} PUBLIC project_options ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_LIBS})
endfunction()

# cardinal_gtest(<name> LABEL core|cluster|soak [CLUSTER ...] [SOURCES ...] [LIBS ...])
# Tests that share a running cluster go one after another; beside them go those of other clusters. Played servers are measured: alone.
function(cardinal_gtest name)
  cmake_parse_arguments(ARG "" "LABEL;CLUSTER" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE project_options ${ARG_LIBS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE CARDINAL_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  set(properties LABELS ${ARG_LABEL} TIMEOUT 300)
  if(ARG_CLUSTER)
    list(APPEND properties FIXTURES_REQUIRED ${ARG_CLUSTER} RESOURCE_LOCK ${ARG_CLUSTER})
  elseif(ARG_LABEL STREQUAL "cluster")
    list(APPEND properties RUN_SERIAL ON)
  endif()
  if(CARDINAL_SANITIZE AND ARG_LABEL STREQUAL "core")
    cardinal_gtest_parts(${name})
  else()
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
  endif()
endfunction()

# cardinal_gtest_parts(<name>): all its tests in four processes. A process of its own for each of 2,600 tests costs a sanitizer more
# than the tests themselves; and what one test leaves behind is seen by the next.
function(cardinal_gtest_parts name)
  foreach(part RANGE 3)
    math(EXPR number "${part} + 1")
    add_test(NAME ${name}.${number}of4 COMMAND ${name})
    set_tests_properties(${name}.${number}of4 PROPERTIES LABELS core TIMEOUT 900
      ENVIRONMENT "GTEST_TOTAL_SHARDS=4;GTEST_SHARD_INDEX=${part}")
  endforeach()
endfunction()
