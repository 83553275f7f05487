import { useQuery } from "@tanstack/react-query";
import type { Locator } from "@timbre/contract/pronunciation.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { dictionaryQuery } from "../pronunciation.queries.ts";

type DefaultOrderProps = {
	locators: readonly Locator[];
	/** Names that are known already; the rest is asked for. */
	names: ReadonlyMap<string, string>;
	onChange: (locators: Locator[]) => void;
};

/** The dictionaries that speech uses when a request names none, in the order in which their rules are tried. */
export function DefaultOrder({ locators, names, onChange }: DefaultOrderProps) {
	const [told, setTold] = useState("");
	const move = (name: string, from: number, to: number) => {
		const moved = [...locators];
		const [one] = moved.splice(from, 1);
		if (!one) return;
		moved.splice(to, 0, one);
		onChange(moved);
		setTold(`${name} is now number ${to + 1} of ${moved.length}.`);
	};
	return (
		<section aria-labelledby="defaults" className="mb-8">
			<h2 id="defaults" className="font-medium">
				Used by default
			</h2>
			<p className="mt-0.5 mb-3 max-w-xl text-[13px] text-muted">
				Speech in this workspace uses these unless a request names others. For the same word the upper one wins.
			</p>
			<p role="status" className="sr-only">
				{told}
			</p>
			{locators.length === 0 ? (
				<p className="rounded-card border border-line border-dashed px-4 py-3 text-[13px] text-muted">
					None. Switch a dictionary on below.
				</p>
			) : (
				<ol className="rounded-card border border-line bg-raised">
					{locators.map((locator, at) => (
						<DefaultItem
							key={locator.pronunciation_dictionary_id}
							locator={locator}
							knownName={names.get(locator.pronunciation_dictionary_id)}
							place={at}
							last={at === locators.length - 1}
							onMove={(name, by) => move(name, at, at + by)}
							onRemove={() => onChange(locators.filter((one) => one !== locator))}
						/>
					))}
				</ol>
			)}
		</section>
	);
}

type DefaultItemProps = {
	locator: Locator;
	knownName: string | undefined;
	place: number;
	last: boolean;
	onMove: (name: string, by: -1 | 1) => void;
	onRemove: () => void;
};

function DefaultItem({ locator, knownName, place, last, onMove, onRemove }: DefaultItemProps) {
	const asked = useQuery({
		...dictionaryQuery(locator.pronunciation_dictionary_id),
		enabled: knownName === undefined,
	});
	const name = knownName ?? asked.data?.name ?? locator.pronunciation_dictionary_id;
	return (
		<li className="flex items-center gap-3 border-line border-b py-1.5 pr-2 pl-4 last:border-b-0">
			<span className="w-4 text-muted tabular">{place + 1}</span>
			<span className="min-w-0 flex-1 truncate">{name}</span>
			{locator.version_id ? <Badge>Fixed version</Badge> : null}
			<div className="flex">
				<IconButton
					label={`Move ${name} up`}
					tooltip={false}
					size="small"
					disabled={place === 0}
					onClick={() => onMove(name, -1)}
				>
					<ArrowUp aria-hidden="true" />
				</IconButton>
				<IconButton
					label={`Move ${name} down`}
					tooltip={false}
					size="small"
					disabled={last}
					onClick={() => onMove(name, 1)}
				>
					<ArrowDown aria-hidden="true" />
				</IconButton>
				<IconButton label={`Stop using ${name} by default`} tooltip={false} size="small" onClick={onRemove}>
					<X aria-hidden="true" />
				</IconButton>
			</div>
		</li>
	);
}
