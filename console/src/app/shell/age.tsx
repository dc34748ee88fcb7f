import { useLanguage } from '../../shared/i18n/language.ts'
import { formatAge, formatLocalTime } from '../../shared/time/format.ts'
import { useNow } from '../../shared/time/now.ts'

interface SinceProps {
  /** Milliseconds since 1970, this computer's clock. */
  readonly at: number
}

/** `1 秒前`, kept true by the second; the time itself on hover. */
export const Age = ({ at }: SinceProps) => {
  const { language } = useLanguage()
  return <time title={formatLocalTime(at)}>{formatAge(useNow() - at, language)}</time>
}
