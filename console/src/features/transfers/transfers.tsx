import { lazy, Suspense, useEffect } from 'react'
import { logError } from '../../shared/error-log/error-log.ts'
import { provideTransfer } from '../../shared/list/transfer-hooks.ts'
import { useUser } from '../../shared/session/session.ts'
import { resume } from './follow.ts'
import { openExport, openImport, useOrders } from './orders.ts'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

/** What the import and export buttons of every list do: their dialogs, over every screen. Drawn once. */
export const Transfers = () => {
  const userId = useUser()?.id
  const { importing, exporting } = useOrders()
  useEffect(() => {
    provideTransfer({ onImport: ({ noun }) => openImport(noun), onExport: openExport })
    return () => provideTransfer({ onImport: null, onExport: null })
  }, [])
  useEffect(() => {
    if (userId !== undefined) resume().catch((error: unknown) => logError(error, 'transfers'))
  }, [userId])
  return (
    <Suspense>
      {importing !== null && (
        <ImportDialog key={importing} noun={importing} onClose={() => useOrders.setState({ importing: null })} />
      )}
      {exporting !== null && <ExportDialog request={exporting} onClose={() => useOrders.setState({ exporting: null })} />}
    </Suspense>
  )
}
