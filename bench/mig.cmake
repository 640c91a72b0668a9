# SPDX-License-Identifier: Apache-2.0
add_executable(mig_bench mig_bench.cpp)
target_link_libraries(mig_bench PRIVATE project_options core_kube core_provider core_model core_base)
