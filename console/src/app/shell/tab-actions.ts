import { useNavigate } from 'react-router'
import { leaveScreens } from '../../shared/unsaved/unsaved-guard.ts'
import { homePath, pageAt } from '../routes/pages.ts'
import { addressIn, neighbour, onlyAffixed, useTabs, without, withoutOthers, type VisitedView } from './tabs.ts'

/** Whether a screen is the one in front by now: one that asks before its changes go has come there. */
const isInFront = (path: string): boolean => pageAt(window.location.pathname)?.path === path

const isClosable = (path: string): boolean => useTabs.getState().views.some((view) => view.path === path && !view.meta.affix)

/** Closes tabs and goes where that leads, as the tab bar and its shortcut do. Screens with unsaved changes are asked first. */
export const useTabActions = () => {
  const navigate = useNavigate()
  return {
    refresh: (path: string): void =>
      leaveScreens(
        (one) => one === path,
        () => useTabs.getState().refresh(path),
      ),
    close: (path: string): void => {
      if (!isClosable(path)) return
      leaveScreens(
        (one) => one === path,
        () => {
          const { views, keep } = useTabs.getState()
          if (isInFront(path)) void navigate(neighbour(views, path))
          keep(without(views, path))
        },
      )
    },
    closeOthers: ({ path }: VisitedView): void =>
      leaveScreens(
        (one) => one !== path && isClosable(one),
        () => {
          const { views, keep } = useTabs.getState()
          if (!isInFront(path)) void navigate(addressIn(views, path))
          keep(withoutOthers(views, path))
        },
      ),
    closeAll: (): void =>
      leaveScreens(isClosable, () => {
        const { views, keep } = useTabs.getState()
        keep(onlyAffixed(views))
        void navigate(homePath)
      }),
  }
}
