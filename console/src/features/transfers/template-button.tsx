import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { Button } from 'antd'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { download } from './download.ts'
import { transferTexts } from './texts.ts'

interface TemplateButtonProps {
  readonly noun: string
  /** One of many: fewer words, no icon. */
  readonly brief?: boolean
  readonly onProblem: (problem: string | null) => void
}

/** Has a template made and lets the browser save it. */
export const TemplateButton = ({ noun, brief = false, onProblem }: TemplateButtonProps) => {
  const t = useTexts(transferTexts)
  const make = useCallMutation(transferCalls.createTemplate, { showsRefusal: true })
  const fetched = async (): Promise<void> => {
    try {
      const { fileId, fileName } = await make.mutateAsync({ noun })
      download(fileId, fileName)
    } catch (error) {
      onProblem(failureText(error))
    }
  }
  if (brief)
    return (
      <Button
        type="text"
        aria-label={t('template')}
        title={t('template')}
        loading={make.isPending}
        onClick={() => void fetched()}
      >
        {t('templateBrief')}
      </Button>
    )
  return (
    <Button icon={<Icon name="download" size={16} />} loading={make.isPending} onClick={() => void fetched()}>
      {t('template')}
    </Button>
  )
}
