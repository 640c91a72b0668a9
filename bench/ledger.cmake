# SPDX-License-Identifier: Apache-2.0
cardinal_bench(ledger LIBS core_plan core_sim core_provider core_model core_base)
