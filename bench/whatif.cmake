# SPDX-License-Identifier: Apache-2.0
cardinal_bench(whatif LIBS core_plan core_sim core_alloc core_provider core_fragmentation core_model core_base)
