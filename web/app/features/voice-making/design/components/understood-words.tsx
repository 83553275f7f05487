import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "../../../../lib/forms/use-debounced-value.ts";
import { understandQuery } from "../design.queries.ts";
import { formatUnderstood } from "../model/design-job.ts";

/** Which words of the description count, shown while typing and before anything is charged. */
export function UnderstoodWords({ description }: { description: string }) {
	const text = useDebouncedValue(description.trim(), 400);
	const { data } = useQuery({ ...understandQuery(text), placeholderData: keepPreviousData });
	if (!data || text === "") return null;
	const { used, unused } = formatUnderstood(data);
	return (
		<div role="status" aria-label="Understood words" className="flex flex-col gap-0.5 text-[13px]">
			<p>
				<span className="text-muted">Will be used: </span>
				{used || "nothing yet. Name a gender, age, accent, pitch or pace."}
			</p>
			{unused ? (
				<p>
					<span className="text-muted">Won't be used: </span>
					{unused}
				</p>
			) : null}
		</div>
	);
}
