const plateAtMost = 20

/** As plates are compared, whoever wrote them: one form, large letters, no dots and spaces. `devices_car` has the same as `plate_key`. */
export const plateForm = (written: string): string =>
  Array.from(
    written
      .normalize('NFKC')
      .replaceAll(/[\s·•・.]/g, '')
      .toUpperCase(),
  )
    .slice(0, plateAtMost)
    .join('')
