# SPDX-License-Identifier: Apache-2.0
# `format` rewrites the C++ sources by .clang-format; `format-check` only says what differs.
find_program(CARDINAL_CLANG_FORMAT NAMES clang-format-14 clang-format)
if(CARDINAL_CLANG_FORMAT)
  file(GLOB_RECURSE cardinal_format_sources CONFIGURE_DEPENDS
    "${CMAKE_SOURCE_DIR}/app/*.cpp" "${CMAKE_SOURCE_DIR}/app/*.h"
    "${CMAKE_SOURCE_DIR}/core/*.cpp" "${CMAKE_SOURCE_DIR}/core/*.h"
    "${CMAKE_SOURCE_DIR}/ui/*.cpp" "${CMAKE_SOURCE_DIR}/ui/*.h"
    "${CMAKE_SOURCE_DIR}/tests/*.cpp" "${CMAKE_SOURCE_DIR}/tests/*.h"
    "${CMAKE_SOURCE_DIR}/bench/*.cpp" "${CMAKE_SOURCE_DIR}/bench/*.h")
  add_custom_target(format COMMAND "${CARDINAL_CLANG_FORMAT}" -i ${cardinal_format_sources} VERBATIM)
  add_custom_target(format-check COMMAND "${CARDINAL_CLANG_FORMAT}" --dry-run --Werror ${cardinal_format_sources} VERBATIM)
endif()
