/**
 * The compact form of objects of classes that can be made again exactly.
 *
 * <pre>
 *   GraphForm        a whole message: GraphWriter, GraphReader
 *   ClassForms       finds the ClassForm of a class: PlainForm, RecordForm, EnumForm,
 *                    ObjectArrayForm, and those of LibraryForms
 *   SerialRules      which classes of a program serialise by the default rules
 *   FieldValues, FieldCode   access to fields: by reflection, and generated
 *   Admission, KeyCounter    what received messages may create and cost
 * </pre>
 */
@Accounted(Component.BUFFERS)
package musubi.type.object.graph;

import musubi.memory.Accounted;
import musubi.memory.Component;
