# SPDX-License-Identifier: Apache-2.0
# Headers of Qt and GoogleTest that nearly every file of a kind reads, compiled once per tree: a file of the window then compiles in half
# the time (docs/adr says how that was measured). Only g++: clang-tidy and the fuzz build read every header where it is named, and so
# find a missing one.
option(CARDINAL_PRECOMPILE "Compile the headers that are read most often once" ON)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(CARDINAL_PRECOMPILE OFF)
endif()

# cardinal_precompiled(<name> HEADERS ... LIBS ...): a set of headers under the options that its users have too.
function(cardinal_precompiled name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBS" ${ARGN})
  file(GENERATE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp" CONTENT "// carries the precompiled headers\n")
  add_library(${name} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTORCC OFF)
  target_link_libraries(${name} PRIVATE project_options ${ARG_LIBS})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
  # so that the compiler cache sees what was included
  target_compile_options(${name} PRIVATE -fpch-preprocess)
endfunction()

# cardinal_use_precompiled(<name> TARGET...)
function(cardinal_use_precompiled name)
  if(NOT CARDINAL_PRECOMPILE)
    return()
  endif()
  foreach(target ${ARGN})
    target_precompile_headers(${target} REUSE_FROM ${name})
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endforeach()
endfunction()
