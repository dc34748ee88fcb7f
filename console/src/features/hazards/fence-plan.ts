import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'

/** What the fences are drawn on, and all of them. */
export interface FencePlan {
  readonly site: Site
  readonly basemap: Basemap
  readonly areas: readonly HazardArea[]
  readonly fences: readonly Fence[]
}
