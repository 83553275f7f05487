import { Link } from "react-router";
import type { LandingData, LandingLink } from "../model/landing-data.ts";

/** Links from a landing page: related pages, accents and all languages. */
export function LandingLinks({ page }: { page: LandingData }) {
	const { labels, related, languages, accents } = page;
	return (
		<section className="border-line border-t px-5 py-16 sm:py-20">
			<div className="mx-auto flex max-w-6xl flex-col gap-12">
				<LinkList title={labels.related} links={related} />
				{accents.length > 0 ? <LinkList title="Accents" links={accents} lang="en" /> : null}
				<LinkList title={labels.languages} links={languages} />
			</div>
		</section>
	);
}

function LinkList({ title, links, lang }: { title: string; links: LandingLink[]; lang?: string }) {
	return (
		<nav aria-label={title} lang={lang}>
			<h2 lang={lang} className="font-serif text-2xl leading-8">
				{title}
			</h2>
			{/* Use the system font: our own would download a file per script for one word each. */}
			<ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 font-[family-name:system-ui,sans-serif]">
				{links.map(({ to, label, lang: own }) => (
					<li key={to}>
						<Link
							to={to}
							lang={own}
							hrefLang={own}
							className="block py-1.5 text-muted underline decoration-transparent underline-offset-4 hover:text-ink hover:decoration-control"
						>
							{label}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
