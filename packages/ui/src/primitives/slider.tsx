import { Slider as Primitive } from "radix-ui";
import { cn } from "../cn.ts";

type SliderProps = {
	label: string;
	value: number;
	min: number;
	max: number;
	step: number;
	/** What a screen reader says for the value: "1.2 times". */
	valueText?: string;
	onChange: (value: number) => void;
	disabled?: boolean;
	className?: string;
};

export function Slider({ label, value, min, max, step, valueText, onChange, disabled, className }: SliderProps) {
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
				<Primitive.Range className="absolute h-full rounded-full bg-ink" />
			</Primitive.Track>
			<Primitive.Thumb
				aria-label={label}
				aria-valuetext={valueText}
				className="block size-4 rounded-full border-2 border-ink bg-raised transition-transform hover:scale-110"
			/>
		</Primitive.Root>
	);
}
