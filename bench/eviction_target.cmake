# SPDX-License-Identifier: Apache-2.0
cardinal_bench(eviction_target LIBS core_plan core_alloc core_provider core_model core_base)
