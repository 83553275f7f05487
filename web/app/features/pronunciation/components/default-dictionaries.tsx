import { useQuery } from "@tanstack/react-query";
import type { Locator } from "@timbre/contract/pronunciation/endpoints.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { dictionaryQuery } from "../pronunciation.queries.ts";

type DefaultDictionariesProps = {
	locators: readonly Locator[];
	/** Names already loaded; the others are fetched. */
	names: ReadonlyMap<string, string>;
	onChange: (locators: Locator[]) => void;
};

/** The dictionaries applied when a request names none, in order of precedence. */
export function DefaultDictionaries({ locators, names, onChange }: DefaultDictionariesProps) {
	const [announcement, setAnnouncement] = useState("");
	const move = (name: string, from: number, to: number) => {
		const moved = [...locators];
		const [one] = moved.splice(from, 1);
		if (!one) return;
		moved.splice(to, 0, one);
		onChange(moved);
		setAnnouncement(`${name} moved to position ${to + 1} of ${moved.length}.`);
	};
	return (
		<section aria-labelledby="defaults" className="mb-8">
			<h2 id="defaults" className="font-medium">
				Default dictionaries
			</h2>
			<p className="mt-0.5 mb-3 max-w-xl text-[13px] text-muted">
				Applied to speech in this workspace unless a request names others. For the same word, the first one applies.
			</p>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{locators.length === 0 ? (
				<p className="rounded-card border border-line border-dashed px-4 py-3 text-[13px] text-muted">
					No defaults. Turn on a dictionary below.
				</p>
			) : (
				<ol className="rounded-card border border-line bg-raised">
					{locators.map((locator, at) => (
						<DefaultItem
							key={locator.pronunciation_dictionary_id}
							locator={locator}
							knownName={names.get(locator.pronunciation_dictionary_id)}
							position={at}
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
	position: number;
	last: boolean;
	onMove: (name: string, by: -1 | 1) => void;
	onRemove: () => void;
};

function DefaultItem({ locator, knownName, position, last, onMove, onRemove }: DefaultItemProps) {
	const fetched = useQuery({
		...dictionaryQuery(locator.pronunciation_dictionary_id),
		enabled: knownName === undefined,
	});
	const name = knownName ?? fetched.data?.name ?? locator.pronunciation_dictionary_id;
	return (
		<li className="flex items-center gap-3 border-line border-b py-1.5 pr-2 pl-4 last:border-b-0">
			<span className="w-4 text-muted tabular">{position + 1}</span>
			<span className="min-w-0 flex-1 truncate">{name}</span>
			{locator.version_id ? <Badge>Pinned version</Badge> : null}
			<div className="flex">
				<IconButton
					label={`Move ${name} up`}
					tooltip={false}
					size="small"
					disabled={position === 0}
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
