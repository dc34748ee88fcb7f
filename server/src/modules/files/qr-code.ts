import { fileDomain } from '@vigil/contract/files/domain.ts'
import { toDataURL } from 'qrcode'
import { invalid } from '../../kernel/refusal.ts'

/** Mends more, holds less; the largest code holds 2,331 bytes of the first and 2,953 of the second. */
const corrections = ['M', 'L'] as const

/** A QR code as the address of a PNG. */
export const drawQrCode = async ({ text, size }: { text: string; size: number }): Promise<{ dataUrl: string }> => {
  for (const errorCorrectionLevel of corrections) {
    try {
      return { dataUrl: await toDataURL(text, { errorCorrectionLevel, width: size, margin: 2 }) }
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('too big'))) throw error
    }
  }
  const reason = { zh: '内容过长，二维码放不下', en: 'is too long for a QR code' }
  throw invalid('text', fileDomain.asked.text, reason)
}
