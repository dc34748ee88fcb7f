import { createContext } from 'react'

/** Whether Tab leads to what stands here: of a table only the row that has the focus, or would get it. */
export const WithinReach = createContext(true)
