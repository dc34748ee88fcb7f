import { fileAddress } from '../../shared/pick/upload.ts'

/** Lets the browser save a stored file; it shows its session by a cookie. */
export const download = (fileId: string, name: string): void => {
  const link = document.createElement('a')
  link.href = fileAddress(fileId)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
