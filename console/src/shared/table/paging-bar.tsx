import { Pagination } from 'antd'
import { useTexts } from '../i18n/texts.ts'
import { pageSizes } from '../routes/list-address.ts'
import { listTexts } from '../spec/texts.ts'
import { useBelow } from '../ui/use-media.ts'
import styles from './paging-bar.module.css'

interface PagingBarProps {
  readonly total: number | null
  /** Nothing is on its way: nobody knows the total. */
  readonly failed: boolean
  readonly page: number
  readonly size: number
  readonly onChange: (page: number, size: number) => void
}

const phoneBelow = 600

/** Total, pages and their size. */
export const PagingBar = ({ total, failed, page, size, onChange }: PagingBarProps) => {
  const t = useTexts(listTexts)
  const phone = useBelow(phoneBelow)
  const [before = '', after = ''] = t('total', { n: '\u0000' }).split('\u0000')
  return (
    <div className={styles['paging']}>
      <span role="status">
        {total === null ? (
          t(failed ? 'none' : 'loading')
        ) : (
          <>
            {before}
            <b>{total.toLocaleString('en-US')}</b>
            {after}
          </>
        )}
      </span>
      <Pagination
        current={page}
        pageSize={size}
        total={total ?? 0}
        pageSizeOptions={[...pageSizes]}
        showSizeChanger={!phone}
        simple={phone}
        onChange={onChange}
      />
    </div>
  )
}
