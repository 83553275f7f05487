import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { ArrowRight } from "lucide-react";
import { Link, type UIMatch, useMatches } from "react-router";
import { appPages } from "../navigation/app-routes.ts";
import { OncePrompt } from "../page/once-prompt.tsx";
import { Page } from "../page/page.tsx";
import { plannedText } from "./coming-texts.ts";

/** Routes of planned pages use their path as their id (routes.ts). */
const pageOf = (matches: readonly (Pick<UIMatch, "id"> | undefined)[]) => {
	const id = matches.at(-1)?.id;
	return appPages.find((page) => page.path === id);
};

export const meta = ({ matches }: { matches: readonly (Pick<UIMatch, "id"> | undefined)[] }) => [
	{ title: `${pageOf(matches)?.title ?? "Planned"} - Timbre` },
];

/** Shared by all planned pages: describes the page and links to what works today. */
export default function ComingPage() {
	const page = pageOf(useMatches());
	const { what, today } = plannedText(page?.path ?? "");
	return (
		<Page title={page?.title ?? "Planned"} className="max-w-3xl">
			{page?.path === "/app/dubbing" ? (
				<OncePrompt name="dubbing_use_cases_banner" title="What dubbing is for">
					Videos, podcasts and courses in other languages, with the same speakers. Generate a translated script as a
					dialogue today.
				</OncePrompt>
			) : null}
			<div className="rounded-card border border-line bg-raised px-5 py-4">
				<Badge>Planned</Badge>
				<p className="mt-3 text-[15px] leading-6">{what}</p>
				<p className="mt-2 text-muted">This feature isn't available yet.</p>
			</div>
			<h2 className="mt-8 mb-2 font-medium">Available today</h2>
			<ul className="rounded-card border border-line bg-raised">
				{today.map((item) => (
					<li key={item.to} className="border-line border-b last:border-b-0">
						<Link
							to={item.to}
							prefetch="intent"
							className="flex items-center gap-4 px-5 py-3 transition-colors hover:bg-hover"
						>
							<span className="min-w-0 flex-1">
								<span className="block font-medium">{item.label}</span>
								<span className="block text-[13px] text-muted">{item.text}</span>
							</span>
							<ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
						</Link>
					</li>
				))}
			</ul>
		</Page>
	);
}
