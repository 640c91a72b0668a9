# SPDX-License-Identifier: Apache-2.0
if(TARGET core_kube)
  cardinal_bench(decode LIBS core_kube)
endif()
