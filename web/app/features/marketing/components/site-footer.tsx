import { Link } from "react-router";
import { type ThemeChoice, useTheme } from "../../../lib/page/theme.ts";
import { Logo } from "../../../shell/page/logo.tsx";
import { footerColumns } from "../model/site-links.ts";

export function SiteFooter() {
	return (
		<footer lang="en" dir="ltr" className="border-line border-t px-5 text-sm leading-5">
			<div className="mx-auto max-w-6xl">
				<nav aria-label="All pages" className="grid grid-cols-2 gap-x-6 gap-y-10 py-14 sm:grid-cols-3 lg:grid-cols-5">
					{footerColumns.map(({ title, links }) => (
						<div key={title}>
							<p className="font-medium">{title}</p>
							<ul className="mt-3 flex flex-col gap-1">
								{links.map(({ to, label }) => (
									<li key={to}>
										<Link to={to} className="block py-1 text-muted hover:text-ink hover:underline">
											{label}
										</Link>
									</li>
								))}
							</ul>
						</div>
					))}
				</nav>
				<div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-line border-t py-6 text-muted">
					<div className="flex flex-wrap items-center gap-x-6 gap-y-2">
						<span className="text-ink">
							<Logo />
						</span>
						<p>Open source under the AGPL 3.0. Not affiliated with ElevenLabs.</p>
					</div>
					<ThemeSelect />
				</div>
			</div>
		</footer>
	);
}

function ThemeSelect() {
	const [chosen, choose] = useTheme();
	return (
		<label className="flex items-center gap-2 noscript:hidden">
			Theme
			<select
				value={chosen}
				onChange={(event) => choose(event.target.value as ThemeChoice)}
				className="h-9 rounded-control border border-control bg-raised px-2 text-ink"
			>
				<option value="light">Light</option>
				<option value="dark">Dark</option>
				<option value="system">System</option>
			</select>
		</label>
	);
}
