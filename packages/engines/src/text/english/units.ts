/** Written unit → spoken singular and plural. Case-sensitive: Mb is not MB. */
const units: Record<string, [singular: string, plural: string]> = {
	mm: ["millimeter", "millimeters"],
	cm: ["centimeter", "centimeters"],
	m: ["meter", "meters"],
	km: ["kilometer", "kilometers"],
	"m²": ["square meter", "square meters"],
	"km²": ["square kilometer", "square kilometers"],
	"m³": ["cubic meter", "cubic meters"],
	in: ["inch", "inches"],
	ft: ["foot", "feet"],
	yd: ["yard", "yards"],
	mi: ["mile", "miles"],
	mg: ["milligram", "milligrams"],
	g: ["gram", "grams"],
	kg: ["kilogram", "kilograms"],
	lb: ["pound", "pounds"],
	lbs: ["pound", "pounds"],
	oz: ["ounce", "ounces"],
	ml: ["milliliter", "milliliters"],
	mL: ["milliliter", "milliliters"],
	l: ["liter", "liters"],
	L: ["liter", "liters"],
	gal: ["gallon", "gallons"],
	"km/h": ["kilometer per hour", "kilometers per hour"],
	kph: ["kilometer per hour", "kilometers per hour"],
	mph: ["mile per hour", "miles per hour"],
	"m/s": ["meter per second", "meters per second"],
	ns: ["nanosecond", "nanoseconds"],
	ms: ["millisecond", "milliseconds"],
	s: ["second", "seconds"],
	sec: ["second", "seconds"],
	secs: ["second", "seconds"],
	min: ["minute", "minutes"],
	mins: ["minute", "minutes"],
	h: ["hour", "hours"],
	hr: ["hour", "hours"],
	hrs: ["hour", "hours"],
	Hz: ["hertz", "hertz"],
	kHz: ["kilohertz", "kilohertz"],
	MHz: ["megahertz", "megahertz"],
	GHz: ["gigahertz", "gigahertz"],
	kB: ["kilobyte", "kilobytes"],
	KB: ["kilobyte", "kilobytes"],
	MB: ["megabyte", "megabytes"],
	GB: ["gigabyte", "gigabytes"],
	TB: ["terabyte", "terabytes"],
	kbps: ["kilobit per second", "kilobits per second"],
	Mbps: ["megabit per second", "megabits per second"],
	Gbps: ["gigabit per second", "gigabits per second"],
	W: ["watt", "watts"],
	kW: ["kilowatt", "kilowatts"],
	MW: ["megawatt", "megawatts"],
	kWh: ["kilowatt hour", "kilowatt hours"],
	V: ["volt", "volts"],
	mA: ["milliamp", "milliamps"],
	mAh: ["milliamp hour", "milliamp hours"],
	dB: ["decibel", "decibels"],
	px: ["pixel", "pixels"],
	rpm: ["revolution per minute", "revolutions per minute"],
	kcal: ["kilocalorie", "kilocalories"],
	"°C": ["degree Celsius", "degrees Celsius"],
	"°F": ["degree Fahrenheit", "degrees Fahrenheit"],
	"°": ["degree", "degrees"],
	"%": ["percent", "percent"],
	"‰": ["per mille", "per mille"],
};

/** Units that are also words or initials ("in", "5 V 3"). They count as units only directly after a number … */
const tightOnly = new Set(["in", "m", "g", "l", "L", "s", "h", "V", "W", "min", "sec"]);
/** … except these, which also count after a space. */
const looseToo = new Set(["m", "g", "h", "s", "W", "V", "L", "min", "sec"]);

const escaped = Object.keys(units)
	.sort((a, b) => b.length - a.length)
	.map((unit) => unit.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
	.join("|");

/** A number and its unit: `match[1]` is the number, `match[2]` the space between, `match[3]` the unit. */
export const measure = new RegExp(
	`(?<![\\w.,$£€])(\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)(\\s?-?\\s?)(${escaped})(?![\\w²³°])(?!['’]\\w)`,
	"gu",
);

export function spokenUnit(unit: string, gap: string, one: boolean): string | undefined {
	const names = units[unit];
	if (!names || (gap !== "" && tightOnly.has(unit) && !looseToo.has(unit))) return undefined;
	// "a 5-km run" is singular.
	return gap.includes("-") || one ? names[0] : names[1];
}
