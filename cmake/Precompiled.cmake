# SPDX-License-Identifier: Apache-2.0
# Headers of Qt that nearly every file of the window reads, compiled once per tree: such a file then compiles in half the time (four of
# ui/pages: 10.9 instead of 20.7 s). Core gained too little (0.4 s a file), and the tests of core cannot have it: g++ 12 forgets for
# precompiled headers that they are the system's, and raises false warnings about them. Only g++: clang-tidy reads every header where
# it is named, and so finds a missing one.
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
