import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { guidePath } from "../content/guides.ts";
import { findSections } from "../model/find-sections.ts";

export type NavGuide = {
	slug: string;
	group: string;
	title: string;
	sections: { id: string; title: string }[];
};

type DocsNavProps = { guides: readonly NavGuide[]; current: string };

/** All guides and a search over their headings. The list works without JavaScript. */
export function DocsNav({ guides, current }: DocsNavProps) {
	const [search, setSearch] = useState("");
	const input = useRef<HTMLInputElement>(null);
	// The input is uncontrolled: run the search for text typed before hydration.
	useEffect(() => setSearch(input.current?.value ?? ""), []);
	const found = findSections(guides, search);
	const clear = () => {
		if (input.current) input.current.value = "";
		setSearch("");
	};
	return (
		<nav aria-label="Documentation" className="text-[15px] leading-6 lg:sticky lg:top-6 lg:self-start">
			<Link to="/docs" className="text-muted underline underline-offset-4 hover:text-ink">
				Documentation
			</Link>
			<input
				ref={input}
				type="search"
				onChange={(event) => setSearch(event.target.value)}
				aria-label="Search the guides"
				placeholder="Search the guides"
				className="mt-3 h-10 w-full rounded-control border border-control bg-raised px-3 placeholder:text-muted noscript:hidden"
			/>
			<p role="status" className="sr-only">
				{search.trim() === "" ? "" : `${found.length} ${found.length === 1 ? "result" : "results"}`}
			</p>
			{search.trim() === "" ? (
				<GuideList guides={guides} current={current} />
			) : (
				<ul className="mt-4 flex flex-col gap-1">
					{found.map(({ to, title, guide }) => (
						<li key={to}>
							<Link to={to} onClick={clear} className="-mx-2 block rounded-control px-2 py-1 hover:bg-hover">
								{title}
								{guide ? <span className="block text-[13px] text-muted leading-5">{guide}</span> : null}
							</Link>
						</li>
					))}
					{found.length === 0 ? <li className="text-muted">No guide matches “{search.trim()}”.</li> : null}
				</ul>
			)}
		</nav>
	);
}

function GuideList({ guides, current }: DocsNavProps) {
	const groups = [...new Set(guides.map(({ group }) => group))];
	return (
		<div className="mt-5 grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-1">
			{groups.map((group) => (
				<div key={group}>
					<p className="mb-1 text-[13px] text-muted">{group}</p>
					<ul>
						{guides
							.filter((guide) => guide.group === group)
							.map(({ slug, title }) => (
								<li key={slug}>
									<Link
										to={guidePath(slug)}
										aria-current={slug === current ? "page" : undefined}
										className="-mx-2 block rounded-control px-2 py-1 hover:bg-hover aria-[current=page]:bg-hover aria-[current=page]:font-medium"
									>
										{title}
									</Link>
								</li>
							))}
					</ul>
				</div>
			))}
		</div>
	);
}
