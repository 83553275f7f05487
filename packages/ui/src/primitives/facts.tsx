import type { ReactNode } from "react";

/** A part of what is told of one thing, under its own small heading. */
export function FactsPart({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section>
			<h3 className="mb-2 font-medium text-[13px]">{title}</h3>
			{children}
		</section>
	);
}

/** Names and what they are; one that has nothing is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
	return (
		<dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
			{facts.map(([name, value]) =>
				value ? (
					<div key={name} className="contents">
						<dt className="text-muted">{name}</dt>
						<dd className="min-w-0 break-words">{value}</dd>
					</div>
				) : null,
			)}
		</dl>
	);
}
