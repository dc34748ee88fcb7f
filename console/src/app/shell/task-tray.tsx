import { Badge, Button, Popover } from 'antd'
import { Link } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { clearFinishedTasks, useTasks, type Task, type TaskState } from '../../shared/tasks/tasks.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { shellTexts } from './texts.ts'
import styles from './task-tray.module.css'
import barStyles from './top-bar.module.css'

/** Long work with its progress; the badge counts what still runs. */
export const TaskTray = () => {
  const t = useTexts(shellTexts)
  const { tasks } = useTasks()
  const running = tasks.filter(({ state }) => state === 'running').length
  return (
    <Popover trigger="click" placement="bottomRight" title={t('tasks')} content={<Tray tasks={tasks} />}>
      <button type="button" className={barStyles['tool']} title={t('tasks')} aria-label={t('tasks')}>
        <Badge count={running} size="small" color="var(--v-button)" styles={{ root: { color: 'inherit' } }}>
          <Icon name="tray" />
        </Badge>
      </button>
    </Popover>
  )
}

const Tray = ({ tasks }: { readonly tasks: readonly Task[] }) => {
  const t = useTexts(shellTexts)
  if (tasks.length === 0)
    return (
      <div className={styles['tray']}>
        <EmptyState title={t('noTasks')} hint={t('noTasksHint')} />
      </div>
    )
  return (
    <div className={styles['tray']}>
      <ul className={styles['list']}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {tasks.some(({ state }) => state !== 'running') && (
        <Button type="link" onClick={clearFinishedTasks}>
          {t('clearFinished')}
        </Button>
      )}
    </div>
  )
}

const stateTexts = {
  running: 'taskRunning',
  done: 'taskDone',
  failed: 'taskFailed',
  cancelled: 'taskCancelled',
} as const satisfies Readonly<Record<TaskState, string>>

const TaskRow = ({ task }: { readonly task: Task }) => {
  const t = useTexts(shellTexts)
  const { state, progress, cancel, result } = task
  return (
    <li className={styles['task']}>
      <Row gap={8}>
        <span className="grow breaks">{task.title}</span>
        <span className={state === 'failed' ? 'bad' : 'quiet'}>{t(stateTexts[state])}</span>
        {state === 'running' && cancel && (
          <Button size="small" onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
        {result && (
          <Link to={result} reloadDocument={result.startsWith('/api/')}>
            {t('openResult')}
          </Link>
        )}
      </Row>
      {state === 'running' && (
        <Row gap={8}>
          {/* The browser's own: the frame comes with every first screen, and antd's is 6 KiB of it. */}
          <progress className={styles['bar']} aria-label={task.title} {...(progress === null ? {} : { value: progress })} />
          {progress !== null && <span className="quiet">{Math.round(progress * 100)}%</span>}
        </Row>
      )}
      {task.detail && <div className="breaks quiet">{task.detail}</div>}
    </li>
  )
}
