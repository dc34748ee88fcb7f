import { Select } from 'antd'
import { useMemo, useState, type ReactElement } from 'react'
import { useRank } from '../find/use-rank.ts'
import { useTexts } from '../i18n/texts.ts'
import { BrowseButton } from './browse-button.tsx'
import styles from './field.module.css'
import { ariaOf, useDisabled, type FieldProps, type Labelled } from './field.ts'
import { knownPerson, offered, usePeople, type Person } from './people.ts'
import { PersonLabel, PersonLine } from './person-line.tsx'
import { PopupState } from './popup-state.tsx'
import { pickTexts } from './texts.ts'
import { useDebounced } from './use-debounced.ts'
import { UserSelectDialog } from './user-select-dialog.tsx'

const pageSize = 20
const mostTags = 6
/** Pixels: a name, a number and a department beside each other. */
const narrowestPopup = 320
const noPeople: readonly Person[] = []
const noIds: readonly string[] = []

/** What both pickers of people have in common: searching on the server as one types. */
const usePeopleChoice = (known: readonly Person[]) => {
  const t = useTexts(pickTexts)
  const rank = useRank()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const { query, page } = usePeople({ keyword, deptId: null, pageNum: 1, pageSize }, open)
  /** Those who were chosen here keep their names when the list moves on. */
  const [met, setMet] = useState(noPeople)
  const found = page?.list ?? noPeople
  const late = keyword !== search.trim() || query.isPlaceholderData
  const people = useMemo(
    () => (late ? offered([...met, ...known, ...found], noPeople, search, rank) : offered(known, found, search, rank)),
    [late, met, known, found, search, rank],
  )
  const more = !late && page !== null && page.total > page.list.length
  const waiting = query.isFetching || late
  return {
    personOfId: (id: string): Person => knownPerson(id, found, met, known) ?? { id, name: t('unknown', { id }) },
    meet: (chosen: readonly Person[]): void => {
      const ids = new Set(chosen.map(({ id }) => id))
      setMet((before) => [...chosen, ...before.filter(({ id }) => !ids.has(id))])
    },
    props: {
      options: people.map((person) => ({ value: person.id, label: person.name, person })),
      optionRender: ({ data }: { readonly data: { readonly person: Person } }) => <PersonLine person={data.person} />,
      loading: open && waiting,
      showSearch: { filterOption: false, searchValue: search, onSearch: setSearch },
      onOpenChange: (shown: boolean): void => {
        setOpen(shown)
        if (!shown) setSearch('')
      },
      notFoundContent: (
        <PopupState
          query={{ error: query.error, isFetching: waiting, refetch: query.refetch }}
          search={search.trim()}
          empty={t('nobodyToChoose')}
        />
      ),
      popupRender: (menu: ReactElement) => (
        <>
          {menu}
          {more && <p className={styles['more']}>{t('morePeople', { shown: found.length, total: page.total })}</p>}
        </>
      ),
      popupMatchSelectWidth: narrowestPopup,
      placeholder: t('searchPeople'),
    },
  }
}

interface UserPickerProps extends FieldProps<string | null, readonly [person: Person | null]> {
  /** Who the present value is, as the record tells it; people given here are found by pinyin too. */
  readonly known?: Person | readonly Person[] | null | undefined
  /** False: there must be somebody; true unless said. */
  readonly allowClear?: boolean
}

const listOf = (known: Person | readonly Person[] | null | undefined): readonly Person[] =>
  known === null || known === undefined ? noPeople : 'id' in known ? [known] : known

/** One person, searched for on the server as one types, or chosen in the dialog that the button beside it opens. */
export const UserPicker = ({
  id,
  value,
  onChange,
  known,
  disabled,
  placeholder,
  allowClear = true,
  ...rest
}: UserPickerProps) => {
  const t = useTexts(pickTexts)
  const knownPeople = useMemo(() => listOf(known), [known])
  const { personOfId, meet, props } = usePeopleChoice(knownPeople)
  const off = useDisabled(disabled)
  const [browsing, setBrowsing] = useState(false)
  const person = value ? personOfId(value) : null
  const choose = (chosen: Person | null): void => {
    if (chosen) meet([chosen])
    onChange?.(chosen?.id ?? null, chosen)
  }
  return (
    <span className={styles['field']}>
      <Select
        {...ariaOf(rest)}
        {...props}
        id={id}
        labelInValue
        value={person && { value: person.id, label: person.name }}
        labelRender={() => person && <PersonLabel person={person} />}
        allowClear={allowClear}
        placeholder={placeholder ?? props.placeholder}
        disabled={off}
        className={styles['main'] ?? ''}
        onChange={(next: Labelled | undefined) => choose(next ? personOfId(next.value) : null)}
      />
      <BrowseButton disabled={off} icon="user" text={t('browsePeople')} onClick={() => setBrowsing(true)} />
      <UserSelectDialog
        open={browsing}
        onClose={() => setBrowsing(false)}
        chosen={person ? [person] : noPeople}
        onChoose={([chosen]) => choose(chosen ?? null)}
      />
    </span>
  )
}

interface UsersPickerProps extends FieldProps<readonly string[], readonly [people: readonly Person[]]> {
  /** Who the present values are, as the record tells it; people given here are found by pinyin too. */
  readonly known?: readonly Person[] | undefined
}

/** Several people, searched for on the server as one types, or chosen in the dialog that the button beside it opens. */
export const UsersPicker = ({ id, value, onChange, known = noPeople, disabled, placeholder, ...rest }: UsersPickerProps) => {
  const t = useTexts(pickTexts)
  const { personOfId, meet, props } = usePeopleChoice(known)
  const off = useDisabled(disabled)
  const [browsing, setBrowsing] = useState(false)
  const people = (value ?? noIds).map(personOfId)
  const choose = (chosen: readonly Person[]): void => {
    meet(chosen)
    onChange?.(
      chosen.map((person) => person.id),
      chosen,
    )
  }
  return (
    <span className={styles['field']}>
      <Select
        {...ariaOf(rest)}
        {...props}
        id={id}
        mode="multiple"
        labelInValue
        value={people.map((person): Labelled => ({ value: person.id, label: person.name }))}
        allowClear
        maxTagCount={mostTags}
        placeholder={placeholder ?? props.placeholder}
        disabled={off}
        className={styles['main'] ?? ''}
        onChange={(next: readonly Labelled[]) => choose(next.map((item) => personOfId(item.value)))}
      />
      <BrowseButton disabled={off} icon="user" text={t('browsePeople')} onClick={() => setBrowsing(true)} />
      <UserSelectDialog open={browsing} onClose={() => setBrowsing(false)} multiple chosen={people} onChoose={choose} />
    </span>
  )
}
