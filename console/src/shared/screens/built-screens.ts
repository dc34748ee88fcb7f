import { createContext } from 'react'
import type { ScreenName } from './screen.ts'

/** The screens that there are: links lead to no others. `app/` knows them all. */
export const BuiltScreens = createContext<ReadonlySet<ScreenName>>(new Set())
