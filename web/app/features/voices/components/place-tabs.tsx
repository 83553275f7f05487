import { NavLink } from "react-router";

type PlaceTabsProps = { label: string; places: readonly { to: string; label: string }[] };

/** Pages that belong together, one of them open. */
export function PlaceTabs({ label, places }: PlaceTabsProps) {
	return (
		<nav aria-label={label} className="mb-5 overflow-x-auto border-line border-b">
			<ul className="flex gap-5">
				{places.map((place) => (
					<li key={place.to}>
						<NavLink
							to={place.to}
							end
							prefetch="intent"
							className="block whitespace-nowrap border-transparent border-b-2 pt-1 pb-2.5 font-medium text-muted transition-colors hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
						>
							{place.label}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	);
}
