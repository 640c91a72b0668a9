# SPDX-License-Identifier: Apache-2.0
# Compiler options as a target: only our own targets link it.
add_library(project_options INTERFACE)
target_compile_features(project_options INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
target_include_directories(project_options INTERFACE "${CMAKE_SOURCE_DIR}")
# -Wnull-dereference is left out: g++ 12 raises it falsely in optimised GoogleTest comparisons.
target_compile_options(project_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast -Woverloaded-virtual -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(project_options INTERFACE -Wduplicated-cond -Wlogical-op)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # members that core/base/mutex.h says are guarded are touched under their mutex only
  target_compile_options(project_options INTERFACE -Wthread-safety)
endif()
if(CARDINAL_WERROR)
  target_compile_options(project_options INTERFACE -Werror)
endif()
if(CARDINAL_SANITIZE)
  # CARDINAL_TEST_OPTIONS come behind these (tests/CMakeLists.txt)
  add_compile_options(-fsanitize=${CARDINAL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CARDINAL_SANITIZE})
endif()
if(CARDINAL_FUZZ)
  # every file is watched for coverage; the programs themselves add -fsanitize=fuzzer
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
endif()
find_package(Threads REQUIRED)
target_link_libraries(project_options INTERFACE Threads::Threads)

# Qt's own strictness, for ui and app.
add_library(project_qt_options INTERFACE)
target_compile_definitions(project_qt_options INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING
  QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_USE_QSTRINGBUILDER QT_NO_FOREACH QT_DISABLE_DEPRECATED_BEFORE=0x060400)
