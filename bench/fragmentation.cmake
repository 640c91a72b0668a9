# SPDX-License-Identifier: Apache-2.0
cardinal_bench(fragmentation LIBS core_fragmentation core_base)
