import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { ArrowRight } from "lucide-react";
import { Link, type UIMatch, useMatches } from "react-router";
import { appPages } from "./app-routes.ts";
import { comingText } from "./coming-texts.ts";
import { Page } from "./page.tsx";

/** The routes of unbuilt pages carry their path as their id (routes.ts). */
const pageOf = (matches: readonly (Pick<UIMatch, "id"> | undefined)[]) => {
	const id = matches.at(-1)?.id;
	return appPages.find((page) => page.path === id);
};

export const meta = ({ matches }: { matches: readonly (Pick<UIMatch, "id"> | undefined)[] }) => [
	{ title: `${pageOf(matches)?.title ?? "Not built yet"} - Timbre` },
];

/** The one screen of all pages that do not exist yet: what it will be, and what there is instead. */
export default function ComingPage() {
	const page = pageOf(useMatches());
	const { what, today } = comingText(page?.path ?? "");
	return (
		<Page title={page?.title ?? "Not built yet"} className="max-w-3xl">
			<div className="rounded-card border border-line bg-raised px-5 py-4">
				<Badge>Not built yet</Badge>
				<p className="mt-3 text-[15px] leading-6">{what}</p>
				<p className="mt-2 text-muted">
					This page is planned. There is nothing to use here today, and nothing is kept for it.
				</p>
			</div>
			<h2 className="mt-8 mb-2 font-medium">What works today</h2>
			<ul className="rounded-card border border-line bg-raised">
				{today.map((place) => (
					<li key={place.to} className="border-line border-b last:border-b-0">
						<Link
							to={place.to}
							prefetch="intent"
							className="flex items-center gap-4 px-5 py-3 transition-colors hover:bg-hover"
						>
							<span className="min-w-0 flex-1">
								<span className="block font-medium">{place.label}</span>
								<span className="block text-[13px] text-muted">{place.text}</span>
							</span>
							<ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
						</Link>
					</li>
				))}
			</ul>
		</Page>
	);
}
