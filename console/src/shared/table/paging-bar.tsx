import { Pagination } from 'antd'
import { useTexts } from '../i18n/texts.ts'
import { pageSizes } from '../routes/list-address.ts'
import { listTexts } from '../spec/texts.ts'
import { useBelow } from '../ui/use-media.ts'
import styles from './paging-bar.module.css'

interface PagingBarProps {
  readonly total: number | null
  readonly page: number
  readonly size: number
  readonly onChange: (page: number, size: number) => void
  /** How many a page may have; as in every list unless said. */
  readonly sizes?: readonly number[]
}

const phoneBelow = 600

/** Which rows these are, pages and their size. */
export const PagingBar = ({ total, page, size, onChange, sizes = pageSizes }: PagingBarProps) => {
  const t = useTexts(listTexts)
  const phone = useBelow(phoneBelow)
  const from = (page - 1) * size + 1
  const to = Math.min(total ?? 0, page * size)
  return (
    <div className={styles['paging']}>
      <span>{to >= from && t('rows', { from, to })}</span>
      <Pagination
        current={page}
        pageSize={size}
        total={total ?? 0}
        pageSizeOptions={[...sizes]}
        showSizeChanger={!phone}
        simple={phone}
        onChange={onChange}
      />
    </div>
  )
}
