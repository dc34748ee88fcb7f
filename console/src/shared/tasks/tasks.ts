import { create } from 'zustand'

export type TaskState = 'running' | 'done' | 'failed' | 'cancelled'

/** Long work the operator started (import, export, report) as the tray in the top bar shows it. */
export interface Task {
  readonly id: string
  readonly title: string
  readonly state: TaskState
  /** 0 to 1; null while nobody can tell. */
  readonly progress: number | null
  /** One line below the title, e.g. `1,200 / 5,000` or why it failed. */
  readonly detail: string
  /** Absent: it cannot be cancelled. */
  readonly cancel?: (() => void) | undefined
  /** Where its result is, an address of the console or a file. */
  readonly result?: string | undefined
}

interface TaskStore {
  readonly tasks: readonly Task[]
}
export const useTasks = create<TaskStore>(() => ({ tasks: [] }))

/** Adds a task (newest first) or replaces the one with its id. */
export const putTask = (task: Task): void =>
  useTasks.setState(({ tasks }) => ({
    tasks: tasks.some(({ id }) => id === task.id) ? tasks.map((old) => (old.id === task.id ? task : old)) : [task, ...tasks],
  }))

/** @public Changes some of a task; nothing happens when it left the tray. */
export const updateTask = (id: string, change: Partial<Omit<Task, 'id'>>): void =>
  useTasks.setState(({ tasks }) => ({ tasks: tasks.map((task) => (task.id === id ? { ...task, ...change } : task)) }))

/** Takes everything out of the tray that no longer runs. */
export const clearFinishedTasks = (): void =>
  useTasks.setState(({ tasks }) => ({ tasks: tasks.filter(({ state }) => state === 'running') }))
