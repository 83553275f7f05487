import { NavLink } from "react-router";

type PageTabsProps = { label: string; pages: readonly { to: string; label: string }[] };

/** Tabs that link to related pages. */
export function PageTabs({ label, pages }: PageTabsProps) {
	return (
		<nav aria-label={label} className="mb-5 overflow-x-auto border-line border-b">
			<ul className="flex gap-5">
				{pages.map((page) => (
					<li key={page.to}>
						<NavLink
							to={page.to}
							end
							prefetch="intent"
							className="block whitespace-nowrap border-transparent border-b-2 pt-1 pb-2.5 font-medium text-muted transition-colors hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
						>
							{page.label}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	);
}
