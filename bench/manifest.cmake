# SPDX-License-Identifier: Apache-2.0
cardinal_bench(manifest LIBS core_manifest core_model core_base)
