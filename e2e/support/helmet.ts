import { createHelmetLink } from '@vigil/simulator/links/helmet-service.ts'
import { expect, type Site } from './site.ts'

/** The middle of the cast's site. */
export const centre = { lng: 118.362, lat: 31.178 }

/** A place so many metres east and north of the middle. */
export const at = (east: number, north: number): { lng: number; lat: number } => ({
  lng: centre.lng + east / (111_195 * Math.cos((centre.lat * Math.PI) / 180)),
  lat: centre.lat + north / 111_195,
})

/**
 * A helmet that a test moves by hand over HTTP, one report a call, and whose sensors say something over the helmet service, a
 * `sos_type` of its protocol; each acknowledged when stored.
 */
export const createHelmet = (site: Site, imei: string) => {
  let last = 0
  return {
    imei,
    report: async (place: { lng: number; lat: number }, more: Readonly<Record<string, unknown>> = {}): Promise<void> => {
      // Two reports never carry the same second, whatever the pace of the test.
      last = Math.max(last + 1000, Math.floor(Date.now() / 1000) * 1000)
      const response = await fetch(`${site.origin}/ingest/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': site.deviceKey },
        body: JSON.stringify({
          reports: [{ deviceType: 'hat', deviceId: imei, time: new Date(last).toISOString(), ...place, ...more }],
        }),
      })
      const answer = (await response.json()) as { code: string; data: { accepted: number } | null }
      if (answer.code !== '200' || answer.data?.accepted !== 1)
        throw new Error(`the report was not taken: ${JSON.stringify(answer)}`)
    },
    push: async (sosType: string): Promise<void> => {
      const problems: string[] = []
      const { origin, deviceKey } = site
      const link = createHelmetLink({ origin, imei, deviceKey, fwVersion: '', onProblem: (problem) => problems.push(problem) })
      link.open()
      link.push(sosType, Date.now())
      await expect.poll(() => link.unanswered).toBe(0)
      link.close()
      expect(problems).toEqual([])
    },
  }
}
