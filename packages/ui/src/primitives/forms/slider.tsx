import { Slider as Primitive } from "radix-ui";
import { cn } from "../../cn.ts";

type SliderProps = {
	label: string;
	value: number;
	min: number;
	max: number;
	step: number;
	/** The value for screen readers: "1.2 times". */
	valueText?: string;
	onChange: (value: number) => void;
	/** Shown at the thumb on hover, drag and focus. */
	tip?: string;
	disabled?: boolean;
	className?: string;
};

export function Slider(props: SliderProps) {
	const { label, value, min, max, step, valueText, onChange, tip, disabled, className } = props;
	return (
		<Primitive.Root
			value={[value]}
			min={min}
			max={max}
			step={step}
			disabled={disabled}
			onValueChange={([next]) => next !== undefined && onChange(next)}
			className={cn("relative flex h-6 w-full touch-none select-none items-center", className)}
		>
			<Primitive.Track className="relative h-1 w-full rounded-full bg-wave-rest">
				<Primitive.Range className="absolute h-full rounded-full bg-ink data-[disabled]:bg-control" />
			</Primitive.Track>
			<Primitive.Thumb
				aria-label={label}
				aria-valuetext={valueText}
				className="group relative block size-4 rounded-full border-2 border-ink bg-raised transition-transform hover:scale-110 data-[disabled]:border-control data-[disabled]:hover:scale-100"
			>
				{tip ? (
					<span
						role="tooltip"
						className="-translate-x-1/2 pointer-events-none invisible absolute bottom-full left-1/2 mb-2 whitespace-nowrap rounded-md bg-ink px-2 py-1 text-on-ink text-xs tabular group-hover:visible group-focus-visible:visible group-active:visible"
					>
						{tip}
					</span>
				) : null}
			</Primitive.Thumb>
		</Primitive.Root>
	);
}
