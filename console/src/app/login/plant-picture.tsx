const Walker = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <ellipse cx="0" cy="24" rx="24" ry="7" fill="none" stroke="var(--v-primary)" strokeWidth="1.5" opacity=".35" />
    <ellipse cx="0" cy="24" rx="13" ry="4" fill="var(--v-primary)" opacity=".22" />
    <path d="M-6 24V8a6 6 0 0 1 12 0v16z" fill="var(--v-art-body)" />
    <circle cy="-4" r="5.5" fill="var(--v-art-face)" />
    <path d="M-8-4h16a8 8 0 0 0-16 0z" fill="var(--v-primary)" />
  </g>
)

/** A cement plant in the morning: silos, preheater tower, kiln, three people with helmets and a truck. */
export const PlantPicture = ({ className }: { readonly className: string | undefined }) => (
  <svg aria-hidden="true" className={className} viewBox="0 0 880 560" preserveAspectRatio="xMidYMax slice">
    <circle cx="640" cy="178" r="52" fill="var(--v-art-sun-halo)" />
    <circle cx="640" cy="178" r="34" fill="var(--v-art-sun)" />
    <path d="M0 360L120 270 210 330 330 230 450 330 560 260 700 345 800 290 880 330V560H0z" fill="var(--v-art-hill-far)" />
    <path d="M0 400L90 350 200 395 330 330 470 395 640 350 780 400 880 370V560H0z" fill="var(--v-art-hill-near)" />
    <path d="M300 150h92" stroke="var(--v-art-strong)" strokeWidth="3" />
    <path d="M300 202h92" stroke="var(--v-art-strong)" strokeWidth="3" />
    <path d="M300 254h92" stroke="var(--v-art-strong)" strokeWidth="3" />
    <path d="M300 306h92" stroke="var(--v-art-strong)" strokeWidth="3" />
    <path d="M300 358h92" stroke="var(--v-art-strong)" strokeWidth="3" />
    <path d="M300 410h92" stroke="var(--v-art-strong)" strokeWidth="3" />
    <path
      d="M300 140V450M392 140V450M300 150L392 202M392 202L300 254M300 254L392 306M392 306L300 358M300 358L392 410"
      stroke="var(--v-art-strong)"
      strokeWidth="2.5"
      fill="none"
      opacity=".9"
    />
    <path d="M318 160h26v20l-9 20h-8l-9-20z" fill="var(--v-art-mid)" />
    <path d="M352 160h26v20l-9 20h-8l-9-20z" fill="var(--v-art-mid)" />
    <path d="M336 214h26v20l-9 20h-8l-9-20z" fill="var(--v-art-mid)" />
    <path d="M318 266h26v20l-9 20h-8l-9-20z" fill="var(--v-art-mid)" />
    <path d="M352 266h26v20l-9 20h-8l-9-20z" fill="var(--v-art-mid)" />
    <path d="M336 320h26v20l-9 20h-8l-9-20z" fill="var(--v-art-mid)" />
    <path d="M336 112h22v38h-22z" fill="var(--v-art-strong)" />
    <path d="M246 120h20l6 330h-32z" fill="var(--v-art-mid)" />
    <path d="M245 132h22v12h-22zM244 164h24v12h-24z" fill="var(--v-art-light)" opacity=".6" />
    <g fill="var(--v-art-light)" opacity=".7">
      <ellipse cx="262" cy="100" rx="12" ry="9" />
      <ellipse cx="280" cy="86" rx="19" ry="12" />
      <ellipse cx="308" cy="73" rx="25" ry="13" opacity=".75" />
      <ellipse cx="346" cy="62" rx="30" ry="11" opacity=".45" />
    </g>
    <g transform="rotate(3.5 392 392)">
      <rect x="388" y="372" width="226" height="34" rx="4" fill="var(--v-art-mid)" />
      <rect x="424" y="367" width="10" height="44" rx="2" fill="var(--v-art-strong)" />
      <rect x="494" y="367" width="10" height="44" rx="2" fill="var(--v-art-strong)" />
      <rect x="564" y="367" width="10" height="44" rx="2" fill="var(--v-art-strong)" />
    </g>
    <path d="M428 420h14v30h-14zM498 424h14v26h-14zM566 428h14v22h-14z" fill="var(--v-art-strong)" />
    <path d="M606 372h72v78h-72z" fill="var(--v-art-strong)" />
    <path d="M616 384h52M616 398h52M616 412h52" stroke="var(--v-art-light)" opacity=".5" strokeWidth="2" />
    <path d="M676 438L752 320h14L692 444z" fill="var(--v-art-mid)" />
    <path d="M738 330h104v120H738z" fill="var(--v-art-mid)" />
    <path d="M730 330l60-42 60 42z" fill="var(--v-art-strong)" />
    <path d="M20 262h46v190h-46z" fill="var(--v-art-soft)" />
    <path d="M20 262a23 9 0 0 1 46 0" fill="var(--v-art-soft)" />
    <path d="M32.88 262v190" stroke="var(--v-art-light)" strokeWidth="2" opacity=".35" />
    <path d="M74 262h46v190h-46z" fill="var(--v-art-soft)" />
    <path d="M74 262a23 9 0 0 1 46 0" fill="var(--v-art-soft)" />
    <path d="M86.88 262v190" stroke="var(--v-art-light)" strokeWidth="2" opacity=".35" />
    <path d="M128 262h46v190h-46z" fill="var(--v-art-soft)" />
    <path d="M128 262a23 9 0 0 1 46 0" fill="var(--v-art-soft)" />
    <path d="M140.88 262v190" stroke="var(--v-art-light)" strokeWidth="2" opacity=".35" />
    <path d="M14 246h172v8H14z" fill="var(--v-art-strong)" />
    <path d="M186 250L300 178" stroke="var(--v-art-strong)" strokeWidth="7" />
    <path d="M196 380h46v72h-46z" fill="var(--v-art-soft)" />
    <path d="M204 392h10v10h-10zM222 392h10v10h-10zM204 414h10v10h-10zM222 414h10v10h-10z" fill="var(--v-art-sky)" />
    <path d="M0 448H880V560H0z" fill="var(--v-art-ground)" />
    <path d="M0 448H880" stroke="var(--v-art-strong)" strokeWidth="2" />
    <path d="M0 500H880" stroke="var(--v-art-road)" strokeWidth="26" />
    <path d="M0 500H880" stroke="var(--v-art-road-line)" strokeWidth="2" strokeDasharray="22 18" />
    <g transform="translate(520 474)">
      <path d="M0 2h66v22H0z" fill="var(--v-art-truck)" />
      <path d="M68 8h18l10 10v8H68z" fill="var(--v-art-cab)" />
      <circle cx="14" cy="27" r="6" fill="var(--v-art-wheel)" />
      <circle cx="32" cy="27" r="6" fill="var(--v-art-wheel)" />
      <circle cx="82" cy="27" r="6" fill="var(--v-art-wheel)" />
    </g>
    <Walker x={170} y={470} />
    <Walker x={432} y={472} />
    <Walker x={716} y={470} />
  </svg>
)
