import type { ReactNode } from "react";

/** A section of details with a small heading. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section>
			<h3 className="mb-2 font-medium text-[13px]">{title}</h3>
			{children}
		</section>
	);
}

/** A list of names and values; empty values are skipped. */
export function DetailList({ details }: { details: readonly (readonly [string, ReactNode])[] }) {
	return (
		<dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
			{details.map(([name, value]) =>
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
