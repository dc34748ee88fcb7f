import { deviceType } from '@vigil/contract/devices/entities.ts'
import { alarmLevel, fenceShape, fenceType, type Point } from '@vigil/contract/hazards/entities.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { Alert, Checkbox, ColorPicker, Form, Input, InputNumber, Segmented, Select, Switch } from 'antd'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { CoordinatesTable } from '../../shared/map/draw/coordinates-table.tsx'
import { DrawIcon } from '../../shared/map/draw/icons.tsx'
import { converted, type Shape, type ShapeKind } from '../../shared/map/draw/shape.ts'
import { sizeTexts } from '../../shared/map/draw/sizes.ts'
import { RecordNotes } from '../../shared/list/record-notes.tsx'
import { DeptPicker, DeptsPicker } from '../../shared/pick/dept-picker.tsx'
import type { Person } from '../../shared/pick/people.ts'
import { UsersPicker } from '../../shared/pick/user-picker.tsx'
import { useOwnDepts } from '../../shared/session/scope.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { LevelLabel } from '../../shared/ui/level-mark.tsx'
import { TextButton } from '../../shared/ui/bare-buttons.tsx'
import { ranges, shapeOf, type FieldName } from './fence-draft.ts'
import styles from './hazards.module.css'
import { reveal } from './reveal.ts'
import { ScheduleEditor } from './schedule-editor.tsx'
import { hazardTexts } from './texts.ts'
import type { FenceEditor } from './use-fence-editor.ts'
import { fenceWord, fieldLabel, problemText } from './words.ts'

interface FenceFormProps {
  readonly editor: FenceEditor
  readonly areas: readonly HazardArea[]
  readonly people: readonly Person[] | null
  /** Where a point goes that nobody has placed. */
  readonly home: () => Point
  /** A shape is being drawn: as it stands under the pointer. */
  readonly live: Shape | null
  /** The tool in hand. */
  readonly tool: ShapeKind | null
  readonly onTool: (tool: ShapeKind | null) => void
  readonly onMark: (at: number | null) => void
  readonly levelColour: string
  readonly onSave: () => void
  readonly onSaveAsNew: () => void
}

/** Problems of these are said at once, since what is drawn is seen at once; the others once saving was tried. */
const saidAtOnce: readonly FieldName[] = ['radius', 'halfWidth', 'floor', 'minInside', 'minOutside']
const nameLength = 64
const remarkLength = 500

/** The fields of a fence. */
export const FenceForm = ({
  editor,
  areas,
  people,
  home,
  live,
  tool,
  onTool,
  onMark,
  levelColour,
  onSave,
  onSaveAsNew,
}: FenceFormProps) => {
  const t = useTexts(hazardTexts)
  const { language } = useLanguage()
  const { palette } = useThemeMode()
  const { draft, problems, state, set, setShape } = editor
  const formId = useId()
  const limited = useOwnDepts() !== null
  const body = useRef<HTMLFormElement>(null)

  const errorOf = (name: FieldName): string | null => {
    if (state.refusal?.field === name) return state.refusal.text
    const problem = problems[name]
    if (!problem) return null
    const said =
      state.tried ||
      (saidAtOnce.includes(name) && problem.kind !== 'needed') ||
      problem.kind === 'sidesCross' ||
      problem.kind === 'tooLong'
    return said ? problemText(name, problem, draft, t, language) : null
  }
  const field = (
    name: FieldName,
    content: ReactNode,
    options: { readonly required?: boolean; readonly hint?: ReactNode } = {},
  ) => {
    const error = errorOf(name)
    return (
      <Form.Item
        key={name}
        label={fieldLabel(name, t)}
        htmlFor={`${formId}-${name}`}
        required={options.required ?? false}
        validateStatus={error === null ? '' : 'error'}
        className={styles['field'] ?? ''}
        data-field={name}
        data-failed={error !== null}
      >
        {content}
        <Below error={error} hint={options.hint} />
      </Form.Item>
    )
  }
  const number = (
    name: 'radius' | 'halfWidth' | 'floor' | 'minInside' | 'minOutside',
    unit: string | null,
    change: (value: number | null) => void,
    value: number | null,
  ) => (
    <InputNumber
      id={`${formId}-${name}`}
      value={value}
      min={ranges[name].least}
      max={ranges[name].most}
      changeOnBlur={false}
      {...(unit === null ? {} : { suffix: unit })}
      className={styles['wide'] ?? ''}
      onChange={change}
    />
  )
  const kind = tool ?? draft.shape
  const shape = live ?? shapeOf(draft)

  // After a try that failed, the first field that keeps it from being saved comes into sight.
  const attempt = state.refusal
  useEffect(() => {
    if (!attempt || !body.current) return
    const failed = body.current.querySelector<HTMLElement>('[data-failed="true"]')
    if (failed) reveal(failed, body.current)
    failed?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true })
  }, [attempt])
  useEffect(() => {
    if (state.base === null) body.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  }, [state.base])

  const atOnce = draft.type === 'noEntry' && draft.level === 1
  return (
    <Form component={false} layout="vertical" requiredMark>
      <form
        ref={body}
        className={styles['formBody']}
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <Notes editor={editor} onSaveAsNew={onSaveAsNew} />
        <h3 className={styles['section']}>{t('basics')}</h3>
        {field(
          'name',
          <Input
            id={`${formId}-name`}
            value={draft.name}
            placeholder={t('namePlaceholder')}
            count={{ show: draft.name.length > nameLength - 10, max: nameLength }}
            onChange={({ target }) => set({ name: target.value })}
          />,
          { required: true },
        )}
        {field(
          'type',
          <Segmented
            id={`${formId}-type`}
            value={draft.type}
            block
            options={fenceType.options(language)}
            onChange={(type) => set({ type })}
          />,
          { required: true, hint: t(draft.type === 'noEntry' ? 'noEntryHint' : 'noExitHint') },
        )}
        {field(
          'level',
          <Segmented
            id={`${formId}-level`}
            value={draft.level}
            block
            className={styles['levels'] ?? ''}
            options={alarmLevel.codes.map((level) => ({ value: level, label: <LevelLabel level={level} /> }))}
            onChange={(level) => set({ level })}
          />,
          { required: true },
        )}
        <div className={styles['pair']}>
          {field(
            'enable',
            <Switch
              id={`${formId}-enable`}
              checked={draft.enable === 1}
              checkedChildren={t('on')}
              unCheckedChildren={t('off')}
              onChange={(on) => set({ enable: on ? 1 : 0 })}
            />,
            { hint: t(draft.enable === 1 ? 'enabledHint' : 'disabledHint') },
          )}
          {field(
            'colour',
            <span className={styles['colour']}>
              <ColorPicker
                value={draft.colour === '' ? levelColour : draft.colour}
                disabledAlpha
                format="hex"
                disabledFormat
                presets={[
                  {
                    label: t('colour'),
                    colors: [
                      palette.level1,
                      palette.level2,
                      palette.level3,
                      palette.primary,
                      palette.successDot,
                      palette.textTertiary,
                    ],
                  },
                ]}
                onChangeComplete={(colour) => set({ colour: colour.toHexString().slice(0, 7) })}
              />
              {draft.colour === '' ? (
                <span className={styles['quiet']}>{t('levelColour')}</span>
              ) : (
                <TextButton onClick={() => set({ colour: '' })}>{t('resetColour')}</TextButton>
              )}
            </span>,
          )}
        </div>

        <h3 className={styles['section']}>{t('place')}</h3>
        {field(
          'shape',
          <Segmented
            id={`${formId}-shape`}
            value={kind}
            block
            options={fenceShape.options(language).map(({ value, label }) => ({
              value,
              label: (
                <span className={styles['shapeOption']}>
                  <DrawIcon name={value} size={16} />
                  {label}
                </span>
              ),
            }))}
            onChange={(next) => {
              if (draft.points.length === 0 || tool) onTool(next)
              else setShape(converted(shapeOf(draft), next), null)
            }}
          />,
          { required: true, hint: sizeTexts(shape, language).join(language === 'zh' ? '，' : ', ') },
        )}
        {kind === 'circle' &&
          field(
            'radius',
            number('radius', t('metresUnit'), (radius) => setShape({ ...shapeOf(draft), radius }, 'radius'), shape.radius),
            {
              required: true,
            },
          )}
        {kind === 'corridor' &&
          field(
            'halfWidth',
            number(
              'halfWidth',
              t('metresUnit'),
              (halfWidth) => setShape({ ...shapeOf(draft), halfWidth }, 'halfWidth'),
              shape.halfWidth,
            ),
            { required: true, hint: t('halfWidthHint') },
          )}
        <Form.Item
          label={kind === 'circle' ? t('centreOf') : t('pointsOf', { n: shape.points.length })}
          required
          validateStatus={errorOf('points') === null ? '' : 'error'}
          className={styles['field'] ?? ''}
          data-failed={errorOf('points') !== null}
        >
          <CoordinatesTable
            kind={kind}
            points={live ? live.points : draft.points}
            home={home}
            disabled={live !== null || (tool !== null && draft.points.length > 0)}
            invalid={errorOf('points') !== null}
            onChange={(points, tag) => {
              setShape({ ...shapeOf(draft), points }, tag)
              if (tool) onTool(null)
            }}
            onMark={onMark}
          />
          <Below error={errorOf('points')} hint={null} />
        </Form.Item>
        {field(
          'floor',
          number('floor', null, (floor) => set({ floor }), draft.floor),
          { hint: t('floorHint') },
        )}
        <div className={styles['pair']}>
          {field(
            'deptId',
            <DeptPicker
              id={`${formId}-deptId`}
              value={draft.deptId}
              placeholder={limited ? undefined : t('deptPlaceholder')}
              allowClear={!limited}
              onChange={(deptId) => set({ deptId })}
            />,
            { required: limited, hint: t('deptHint') },
          )}
          {field(
            'areaId',
            <Select
              id={`${formId}-areaId`}
              value={draft.areaId ?? undefined}
              options={areas.map(({ id, name }) => ({ value: id, label: name }))}
              showSearch={{ optionFilterProp: 'label' }}
              allowClear
              placeholder={t('areaPlaceholder')}
              className={styles['wide'] ?? ''}
              onChange={(areaId: string | undefined) => set({ areaId: areaId ?? null })}
            />,
          )}
        </div>

        <h3 className={styles['section']}>{t('watched')}</h3>
        {field(
          'deviceTypes',
          <Checkbox.Group
            value={[...draft.deviceTypes]}
            options={deviceType.options(language)}
            onChange={(kinds) => set({ deviceTypes: kinds })}
          />,
          { hint: t('deviceTypesHint') },
        )}
        {field(
          'allowDeptIds',
          <DeptsPicker
            id={`${formId}-allowDeptIds`}
            value={draft.allowDeptIds}
            placeholder={t('nobody')}
            onChange={(allowDeptIds) => set({ allowDeptIds })}
          />,
          { hint: t('allowDeptsHint') },
        )}
        {field(
          'allowUserIds',
          <UsersPicker
            id={`${formId}-allowUserIds`}
            known={people ?? undefined}
            value={draft.allowUserIds}
            placeholder={t('searchPeople')}
            onChange={(allowUserIds) => set({ allowUserIds })}
          />,
        )}

        <h3 className={styles['section']}>{t('timing')}</h3>
        <div className={styles['pair']}>
          {field(
            'minInside',
            number('minInside', t('seconds'), (minInside) => set({ minInside }), draft.minInside),
            {
              hint: t('confirmEntryHint'),
            },
          )}
          {field(
            'minOutside',
            number('minOutside', t('seconds'), (minOutside) => set({ minOutside }), draft.minOutside),
            {
              hint: t('confirmLeaveHint'),
            },
          )}
        </div>
        {atOnce && <Alert type="info" showIcon title={t('entersAtOnce')} className={styles['note'] ?? ''} />}
        {field('schedule', <ScheduleEditor rows={draft.schedule} disabled={false} onChange={(schedule) => set({ schedule })} />)}
        {field(
          'remark',
          <Input.TextArea
            id={`${formId}-remark`}
            value={draft.remark}
            autoSize={{ minRows: 2, maxRows: 6 }}
            count={{ show: draft.remark.length > remarkLength - 100, max: remarkLength }}
            onChange={({ target }) => set({ remark: target.value })}
          />,
        )}
      </form>
    </Form>
  )
}

/** What is wrong with a field, else what it means. */
const Below = ({ error, hint }: { readonly error: string | null; readonly hint: ReactNode }) => {
  if (error === null) return hint ? <div className={styles['quiet']}>{hint}</div> : null
  return (
    <div className={styles['error']} role="alert">
      {error}
    </div>
  )
}

/** What happened to the fence while it was open, and why it was not saved. */
const Notes = ({ editor, onSaveAsNew }: { readonly editor: FenceEditor; readonly onSaveAsNew: () => void }) => {
  const { state } = editor
  return (
    <>
      <RecordNotes what={fenceWord} editor={editor} readOnly={false} onSaveAsNew={onSaveAsNew} />
      {state.refusal && state.refusal.field === null && (
        <Alert type="error" showIcon className={styles['note'] ?? ''} title={state.refusal.text} role="alert" />
      )}
    </>
  )
}
