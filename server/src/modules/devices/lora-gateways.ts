import { loraGateway } from '@vigil/contract/devices/lora-gateway.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import type { Kernel } from '../../kernel/kernel.ts'

export const createLoraGateways = (kernel: Kernel) =>
  createKeeper(kernel, {
    noun: loraGateway,
    module: 'devices',
    table: 'lora_gateway',
    unique: { lora_gateway_eui: 'gatewayEui' },
  })
