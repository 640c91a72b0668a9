# SPDX-License-Identifier: Apache-2.0
if(TARGET core_kube)
  if(NOT TARGET protobuf_encoder)
    add_subdirectory("${CMAKE_SOURCE_DIR}/tests/support" "${CMAKE_BINARY_DIR}/tests/support")
  endif()
  cardinal_bench(decode LIBS core_kube protobuf_encoder)
endif()
