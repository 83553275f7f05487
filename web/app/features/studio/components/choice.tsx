import { cn } from "@timbre/ui/cn.ts";

type ChoiceProps<Value extends string> = {
	/** Of the group of choices. */
	name: string;
	value: Value;
	label: string;
	detail: string;
	chosen: Value;
	onChoose: (value: Value) => void;
};

/** One of several choices, as a radio button with a frame. */
export function Choice<Value extends string>({ name, value, label, detail, chosen, onChoose }: ChoiceProps<Value>) {
	return (
		<label
			className={cn(
				"flex cursor-pointer items-center gap-3 rounded-control border px-3 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
				chosen === value ? "border-ink bg-hover" : "border-line hover:bg-hover",
			)}
		>
			<input
				type="radio"
				name={name}
				value={value}
				checked={chosen === value}
				onChange={() => onChoose(value)}
				className="size-4 shrink-0 accent-ink outline-none"
			/>
			<span className="flex min-w-0 flex-1 items-baseline gap-3">
				<span className="shrink-0 font-medium">{label}</span>
				<span dir="auto" className="min-w-0 flex-1 truncate text-right text-[13px] text-muted" title={detail}>
					{detail}
				</span>
			</span>
		</label>
	);
}
