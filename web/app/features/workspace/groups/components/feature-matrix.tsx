import type { Feature } from "@timbre/contract/permissions.ts";
import { Check, Minus } from "lucide-react";
import { Fragment } from "react";
import { featureGroups } from "../model/feature-labels.ts";

type Column = { id: string; name: string; features: ReadonlySet<Feature> };
type FeatureMatrixProps = { everyone: ReadonlySet<Feature>; groups: readonly Column[] };

/** A table of permissions: a row for each feature, a column for all members and for each group. */
export function FeatureMatrix({ everyone, groups }: FeatureMatrixProps) {
	const columns: Column[] = [{ id: "", name: "All members", features: everyone }, ...groups];
	return (
		// With three groups it is wider than a phone, so it must also scroll by keyboard.
		<section
			aria-label="Permissions of members and groups"
			// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
			tabIndex={0}
			className="relative overflow-x-auto rounded-card border border-line bg-raised"
		>
			<table className="w-full border-separate border-spacing-0 text-left">
				<caption className="sr-only">Permissions of all members and of each group</caption>
				<thead>
					<tr className="text-[13px] text-muted">
						<th
							scope="col"
							className="sticky left-0 z-10 min-w-40 border-line border-b bg-raised px-4 py-2.5 font-medium"
						>
							Feature
						</th>
						{columns.map((column) => (
							<th
								key={column.id}
								scope="col"
								className="max-w-40 truncate border-line border-b px-3 py-2.5 text-center font-medium"
								title={column.name}
							>
								{column.name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{featureGroups.map((group) => (
						<Fragment key={group.title}>
							<tr>
								<th
									scope="colgroup"
									colSpan={columns.length + 1}
									className="border-line border-b bg-sunken px-4 py-1.5 font-medium text-muted text-xs"
								>
									<span className="sticky left-4">{group.title}</span>
								</th>
							</tr>
							{group.features.map(({ feature, label, planned }) => (
								<tr key={feature}>
									<th scope="row" className="sticky left-0 z-10 border-line border-b bg-raised px-4 py-2 font-normal">
										<span className="flex flex-wrap items-center gap-x-2">
											{label}
											{planned ? <span className="text-[13px] text-muted">planned</span> : null}
										</span>
									</th>
									{columns.map((column) => (
										<td key={column.id} className="border-line border-b px-3 py-2 text-center">
											<Cell own={column.features.has(feature)} inherited={column.id !== "" && everyone.has(feature)} />
										</td>
									))}
								</tr>
							))}
						</Fragment>
					))}
				</tbody>
			</table>
		</section>
	);
}

function Cell({ own, inherited }: { own: boolean; inherited: boolean }) {
	if (inherited) {
		return (
			<>
				<Check aria-hidden="true" className="mx-auto size-4 text-control" />
				<span className="sr-only">yes, like all members</span>
			</>
		);
	}
	if (own) {
		return (
			<>
				<Check aria-hidden="true" className="mx-auto size-4" strokeWidth={2.5} />
				<span className="sr-only">yes</span>
			</>
		);
	}
	return (
		<>
			<Minus aria-hidden="true" className="mx-auto size-3.5 text-wave-rest" />
			<span className="sr-only">no</span>
		</>
	);
}
