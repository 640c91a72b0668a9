# SPDX-License-Identifier: Apache-2.0
cardinal_bench(stacks LIBS core_alloc core_kube core_provider core_model core_base)
