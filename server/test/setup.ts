import { endFiles } from './ends.ts'

endFiles()
